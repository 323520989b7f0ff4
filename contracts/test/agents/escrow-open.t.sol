// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../src/core/interfaces/IRegistryAnswers.sol";
import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev Jobs before their money is here.
contract EscrowOpenTest is AgentTest {
    function test_creates_a_job_as_the_client_says() public {
        vm.recordLogs();
        uint256 jobId = bare();
        IJobEscrow.Job memory job = escrow.getJob(jobId);
        vm.assertEq(job.client, client, "client");
        vm.assertEq(job.provider, vendor, "provider");
        vm.assertEq(job.evaluator, judge, "evaluator");
        vm.assertEq(job.expiredAt, START + TERM, "expiry");
        vm.assertEq(job.description, "job", "description");
        vm.assertEq(job.registry, address(0), "no terms");
        vm.assertEq(job.escrowed, 0, "nothing");
        expectStatus(jobId, IJobEscrow.JobStatus.Open);
        vm.assertEq(escrow.jobCount(client), 1, "count");
        vm.assertEq(escrow.jobCount(vendor), 0, "count of another");
    }

    function test_gives_each_job_its_own_id_that_other_clients_do_not_shift() public {
        uint256 state = vm.snapshotState();
        uint256 first = bare();
        uint256 second = bare();
        vm.assertTrue(first != second, "apart");
        vm.assertTrue(vm.revertToState(state), "as before");
        vm.prank(stranger);
        uint256 foreign = escrow.createJob(vendor, judge, START + TERM, "job", address(0));
        vm.assertEq(bare(), first, "the same");
        vm.assertTrue(foreign != first && foreign != second, "another client's");
        vm.chainId(block.chainid + 1);
        vm.assertTrue(bare() != second, "another chain's");
    }

    function test_refuses_a_job_that_could_not_be_decided_or_done() public {
        _refusedCreation(
            vendor, address(0), START + TERM, address(0), err(IJobEscrow.InvalidEvaluator.selector, address(0))
        );
        _refusedCreation(vendor, vendor, START + TERM, address(0), err(IJobEscrow.InvalidEvaluator.selector, vendor));
        _refusedCreation(
            address(escrow), judge, START + TERM, address(0), err(IJobEscrow.InvalidProvider.selector, address(escrow))
        );
        _refusedCreation(vendor, judge, START + TERM, stranger, err(IJobEscrow.HooksNotSupported.selector, stranger));
        uint256 earliest = START + REVIEW;
        _refusedCreation(
            vendor, judge, earliest, address(0), err(IJobEscrow.ExpiryTooSoon.selector, earliest, earliest)
        );
        uint256 far = uint256(type(uint48).max) + 1;
        _refusedCreation(vendor, judge, far, address(0), err(IJobEscrow.OutOfBounds.selector, far));
        vm.prank(client);
        escrow.createJob(vendor, judge, earliest + 1, "", address(0));
    }

    function test_takes_terms_once_from_the_client() public {
        uint256 jobId = bare();
        bytes memory call = abi.encodeCall(escrow.setTerms, (jobId, address(registry), merchantA, address(usdc)));
        refused(address(escrow), vendor, call, unauthorized(jobId, vendor));
        bytes memory none = abi.encodeCall(escrow.setTerms, (jobId, address(0), merchantA, address(usdc)));
        refused(address(escrow), client, none, err(IJobEscrow.InvalidTerms.selector));
        uint256 high = uint256(type(uint96).max) + 1;
        bytes memory big = abi.encodeCall(escrow.setTerms, (jobId, address(registry), high, address(usdc)));
        refused(address(escrow), client, big, err(IJobEscrow.OutOfBounds.selector, high));
        vm.expectEmit(address(escrow));
        emit IJobEscrow.TermsSet(address(registry), jobId, client, merchantA, address(usdc));
        setTerms(jobId, address(registry), address(usdc));
        refused(address(escrow), client, call, err(IJobEscrow.TermsAlreadySet.selector, jobId));
        uint256 other = funded(PRICE);
        call = abi.encodeCall(escrow.setTerms, (other, address(registry), merchantA, address(eurc)));
        refused(address(escrow), client, call, wrongStatus(other, IJobEscrow.JobStatus.Funded));
    }

    function test_takes_a_provider_once_from_the_client() public {
        vm.prank(client);
        uint256 jobId = escrow.createJob(address(0), judge, START + TERM, "", address(0));
        bytes memory call = abi.encodeCall(escrow.setProvider, (jobId, vendor, ""));
        refused(address(escrow), vendor, call, unauthorized(jobId, vendor));
        address[3] memory wrong = [address(0), address(escrow), judge];
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory bad = abi.encodeCall(escrow.setProvider, (jobId, wrong[i], ""));
            refused(address(escrow), client, bad, err(IJobEscrow.InvalidProvider.selector, wrong[i]));
        }
        vm.expectEmit(address(escrow));
        emit IJobEscrow.ProviderSet(jobId, vendor);
        vm.prank(client);
        escrow.setProvider(jobId, vendor, "");
        bytes memory again = abi.encodeCall(escrow.setProvider, (jobId, stranger, ""));
        refused(address(escrow), client, again, err(IJobEscrow.InvalidProvider.selector, stranger));
    }

    function test_takes_a_price_from_client_and_provider_while_open() public {
        uint256 jobId = bare();
        vm.prank(vendor);
        escrow.setBudget(jobId, PRICE, "");
        vm.expectEmit(address(escrow));
        emit IJobEscrow.BudgetSet(jobId, client, 7);
        vm.prank(client);
        escrow.setBudget(jobId, 7, "");
        vm.assertEq(escrow.getJob(jobId).budget, 7, "price");
        bytes memory call = abi.encodeCall(escrow.setBudget, (jobId, PRICE, ""));
        refused(address(escrow), judge, call, unauthorized(jobId, judge));
        uint256 high = uint256(type(uint128).max) + 1;
        bytes memory big = abi.encodeCall(escrow.setBudget, (jobId, high, ""));
        refused(address(escrow), client, big, err(IJobEscrow.OutOfBounds.selector, high));
        uint256 other = funded(PRICE);
        call = abi.encodeCall(escrow.setBudget, (other, 1, ""));
        refused(address(escrow), client, call, wrongStatus(other, IJobEscrow.JobStatus.Funded));
    }

    function test_takes_the_clients_money_once() public {
        uint256 jobId = open(PRICE);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.JobFunded(
            address(registry), jobId, client, vendor, judge, merchantA, address(usdc), PRICE, FEE_BPS, START + TERM
        );
        vm.prank(client);
        escrow.fund(jobId, PRICE, "");
        IJobEscrow.Job memory job = escrow.getJob(jobId);
        vm.assertEq(job.escrowed, PRICE, "escrowed");
        vm.assertEq(job.feeBps, FEE_BPS, "fee");
        vm.assertEq(usdc.balanceOf(client), DEPOSIT - PRICE, "client");
        expectHeld(usdc, jobId);
        expectStatus(jobId, IJobEscrow.JobStatus.Funded);
        bytes memory call = abi.encodeCall(escrow.fund, (jobId, PRICE, ""));
        refused(address(escrow), client, call, wrongStatus(jobId, IJobEscrow.JobStatus.Funded));
    }

    function test_refuses_to_fund_what_is_not_agreed() public {
        uint256 jobId = open(PRICE);
        _refusedFunding(jobId, vendor, PRICE, unauthorized(jobId, vendor));
        _refusedFunding(jobId, client, PRICE - 1, err(IJobEscrow.BudgetMismatch.selector, PRICE, PRICE - 1));
        uint256 free = open(0);
        _refusedFunding(free, client, 0, err(IJobEscrow.ZeroBudget.selector, free));
        uint256 termless = bare();
        _refusedFunding(termless, client, 0, err(IJobEscrow.TermsNotSet.selector, termless));
        vm.prank(client);
        uint256 vendorless = escrow.createJob(address(0), judge, START + TERM, "", address(0));
        setTerms(vendorless, address(registry), address(usdc));
        _refusedFunding(vendorless, client, 0, err(IJobEscrow.InvalidProvider.selector, address(0)));
        vm.prank(client);
        uint256 tokens = escrow.createJob(address(usdc), judge, START + TERM, "", address(0));
        setTerms(tokens, address(registry), address(usdc));
        _refusedFunding(tokens, client, 0, err(IJobEscrow.InvalidProvider.selector, address(usdc)));
        vm.warp(START + TERM - REVIEW);
        bytes memory late = err(IJobEscrow.ExpiryTooSoon.selector, START + TERM, START + TERM);
        _refusedFunding(jobId, client, PRICE, late);
    }

    function test_refuses_what_the_registry_does_not_take() public {
        uint256 jobId = bare();
        setTerms(jobId, address(registry), address(escrow));
        _price(jobId);
        _refusedFunding(jobId, client, PRICE, err(IRoutes.UnsupportedToken.selector, address(escrow)));
        uint256 answerless = bare();
        setTerms(answerless, stranger, address(usdc));
        _price(answerless);
        _refusedFunding(answerless, client, PRICE, err(IRegistryAnswers.BadRegistryAnswer.selector, stranger));
        uint256 closed = open(PRICE);
        vm.prank(operator);
        registry.close(merchantA);
        _refusedFunding(closed, client, PRICE, notPayable(merchantA));
    }

    function _price(uint256 jobId) private {
        vm.prank(client);
        escrow.setBudget(jobId, PRICE, "");
    }

    function _refusedFunding(uint256 jobId, address sender, uint256 price, bytes memory reason) private {
        refused(address(escrow), sender, abi.encodeCall(escrow.fund, (jobId, price, "")), reason);
        vm.assertEq(usdc.balanceOf(address(escrow)), 0, "nothing taken");
    }

    function _refusedCreation(address provider, address evaluator, uint256 expiredAt, address hook, bytes memory reason)
        private
    {
        bytes memory call = abi.encodeCall(escrow.createJob, (provider, evaluator, expiredAt, "", hook));
        refused(address(escrow), client, call, reason);
    }
}
