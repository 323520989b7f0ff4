// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev What becomes of a job's money.
contract EscrowDecideTest is AgentTest {
    uint256 private constant FEE = PRICE / 100;

    function test_pays_the_provider_less_the_fee_once_the_evaluator_accepts() public {
        uint256 jobId = funded(PRICE);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.JobSubmitted(address(registry), jobId, vendor, WORK);
        submit(jobId);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.JobCompleted(address(registry), jobId, judge, REASON, PRICE - FEE, FEE);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.PaymentReleased(address(registry), jobId, vendor, PRICE - FEE);
        complete(jobId);
        vm.assertEq(usdc.balanceOf(vendor), PRICE - FEE, "vendor");
        vm.assertEq(escrow.accrued(address(registry), address(usdc)), FEE, "fee");
        expectHeld(usdc, jobId);
        _isOver(jobId, IJobEscrow.JobStatus.Completed);
        escrow.sweepFees(address(registry), address(usdc));
        vm.assertEq(usdc.balanceOf(treasury), FEE - 1, "swept");
    }

    function test_takes_the_fee_of_the_funding() public {
        uint256 jobId = submitted(PRICE);
        vm.prank(operator);
        registry.setFee(merchantA, 0);
        complete(jobId);
        vm.assertEq(usdc.balanceOf(vendor), PRICE - FEE, "vendor");
        uint256 cheap = submitted(PRICE);
        vm.prank(operator);
        registry.setFee(merchantA, 300);
        vm.warp(START + 1 days);
        complete(cheap);
        vm.assertEq(usdc.balanceOf(vendor), PRICE - FEE + PRICE, "vendor");
    }

    function test_pays_for_a_merchant_that_was_closed() public {
        uint256 jobId = submitted(PRICE);
        vm.prank(operator);
        registry.close(merchantA);
        vm.etch(address(registry), "");
        complete(jobId);
        vm.assertEq(usdc.balanceOf(vendor), PRICE - FEE, "vendor");
    }

    function test_refunds_the_client_without_a_fee_once_the_evaluator_refuses() public {
        uint256 early = funded(PRICE);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.JobRejected(address(registry), early, judge, IJobEscrow.JobStatus.Funded, REASON, PRICE);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.Refunded(address(registry), early, client, PRICE);
        reject(early);
        uint256 late = submitted(PRICE);
        reject(late);
        vm.assertEq(usdc.balanceOf(client), DEPOSIT, "client");
        vm.assertEq(usdc.balanceOf(address(escrow)), 0, "escrow");
        _isOver(early, IJobEscrow.JobStatus.Rejected);
        _isOver(late, IJobEscrow.JobStatus.Rejected);
    }

    function test_lets_the_client_withdraw_an_open_job_which_pays_nothing() public {
        funded(PRICE);
        uint256 jobId = open(PRICE);
        bytes memory call = abi.encodeCall(escrow.reject, (jobId, REASON, ""));
        refused(address(escrow), judge, call, unauthorized(jobId, judge));
        vm.prank(client);
        escrow.reject(jobId, REASON, "");
        vm.assertEq(usdc.balanceOf(client), DEPOSIT - PRICE, "client");
        _isOver(jobId, IJobEscrow.JobStatus.Rejected);
    }

    function test_refunds_the_client_after_the_expiry_by_anyone() public {
        uint256 jobId = submitted(PRICE);
        vm.warp(START + TERM - 1);
        bytes memory call = abi.encodeCall(escrow.claimRefund, (jobId));
        refused(address(escrow), stranger, call, err(IJobEscrow.NotExpired.selector, jobId, START + TERM));
        vm.warp(START + TERM);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.JobExpired(address(registry), jobId, client, IJobEscrow.JobStatus.Submitted, PRICE);
        vm.prank(stranger);
        escrow.claimRefund(jobId);
        vm.assertEq(usdc.balanceOf(client), DEPOSIT, "client");
        _isOver(jobId, IJobEscrow.JobStatus.Expired);
    }

    function test_takes_no_work_in_the_last_three_days() public {
        uint256 jobId = funded(PRICE);
        uint256 until = START + TERM - REVIEW;
        vm.warp(until);
        bytes memory call = abi.encodeCall(escrow.submit, (jobId, WORK, ""));
        refused(address(escrow), vendor, call, err(IJobEscrow.SubmissionClosed.selector, jobId, until));
        vm.warp(until - 1);
        refused(address(escrow), judge, call, unauthorized(jobId, judge));
        submit(jobId);
        refused(address(escrow), vendor, call, wrongStatus(jobId, IJobEscrow.JobStatus.Submitted));
    }

    function test_accepts_nothing_from_the_expiry_on() public {
        uint256 jobId = submitted(PRICE);
        bytes memory call = abi.encodeCall(escrow.complete, (jobId, REASON, ""));
        refused(address(escrow), client, call, unauthorized(jobId, client));
        refused(address(escrow), vendor, call, unauthorized(jobId, vendor));
        vm.warp(START + TERM);
        refused(address(escrow), judge, call, err(IJobEscrow.JobHasExpired.selector, jobId, START + TERM));
        vm.warp(START + TERM - 1);
        complete(jobId);
    }

    function test_accepts_nothing_that_was_not_handed_in() public {
        uint256 jobId = funded(PRICE);
        bytes memory call = abi.encodeCall(escrow.complete, (jobId, REASON, ""));
        refused(address(escrow), judge, call, wrongStatus(jobId, IJobEscrow.JobStatus.Funded));
        bytes memory refusal = abi.encodeCall(escrow.reject, (jobId, REASON, ""));
        refused(address(escrow), client, refusal, unauthorized(jobId, client));
        refused(address(escrow), vendor, refusal, unauthorized(jobId, vendor));
    }

    function test_knows_no_job_that_was_not_created() public {
        bytes[5] memory calls = [
            abi.encodeCall(escrow.fund, (1, 0, "")),
            abi.encodeCall(escrow.submit, (1, WORK, "")),
            abi.encodeCall(escrow.complete, (1, REASON, "")),
            abi.encodeCall(escrow.reject, (1, REASON, "")),
            abi.encodeCall(escrow.claimRefund, (1))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            refused(address(escrow), client, calls[i], wrongStatus(1, IJobEscrow.JobStatus.None));
        }
        refused(
            address(escrow), client, abi.encodeCall(escrow.claim, (1)), err(IJobEscrow.NothingHeld.selector, uint256(1))
        );
    }

    /// @dev The decision stands, and the money waits for whom it belongs to.
    function test_keeps_what_a_blocked_provider_earned_until_it_can_be_sent() public {
        uint256 jobId = submitted(PRICE);
        setBlacklisted(vendor, true);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.PaymentHeld(address(registry), jobId, vendor, PRICE - FEE);
        complete(jobId);
        vm.assertEq(escrow.getJob(jobId).escrowed, PRICE - FEE, "held for it");
        expectHeld(usdc, jobId);
        vm.warp(START + TERM);
        bytes memory refund = abi.encodeCall(escrow.claimRefund, (jobId));
        refused(address(escrow), client, refund, wrongStatus(jobId, IJobEscrow.JobStatus.Completed));
        vm.expectRevert();
        escrow.claim(jobId);
        setBlacklisted(vendor, false);
        vm.expectEmit(address(escrow));
        emit IJobEscrow.PaymentReleased(address(registry), jobId, vendor, PRICE - FEE);
        vm.prank(stranger);
        escrow.claim(jobId);
        vm.assertEq(usdc.balanceOf(vendor), PRICE - FEE, "vendor");
        _isOver(jobId, IJobEscrow.JobStatus.Completed);
    }

    function test_keeps_what_goes_back_to_a_blocked_client_until_it_can_be_sent() public {
        uint256 rejected = funded(PRICE);
        uint256 expired = funded(PRICE);
        setBlacklisted(client, true);
        reject(rejected);
        vm.warp(START + TERM);
        escrow.claimRefund(expired);
        vm.assertEq(usdc.balanceOf(address(escrow)), 2 * PRICE, "held");
        setBlacklisted(client, false);
        escrow.claim(rejected);
        escrow.claim(expired);
        vm.assertEq(usdc.balanceOf(client), DEPOSIT, "client");
        _isOver(rejected, IJobEscrow.JobStatus.Rejected);
        _isOver(expired, IJobEscrow.JobStatus.Expired);
    }

    function test_decides_while_the_token_is_stopped_or_gone() public {
        uint256 jobId = submitted(PRICE);
        uint256 other = submitted(PRICE);
        vm.prank(tokenOwner);
        usdc.pause();
        complete(jobId);
        vm.prank(tokenOwner);
        usdc.unpause();
        bytes memory code = address(usdc).code;
        vm.etch(address(usdc), "");
        complete(other);
        vm.etch(address(usdc), code);
        vm.assertEq(escrow.getJob(other).escrowed, PRICE - FEE, "not taken for sent");
        escrow.claim(jobId);
        escrow.claim(other);
        vm.assertEq(usdc.balanceOf(vendor), 2 * (PRICE - FEE), "vendor");
    }

    function test_refuses_claims_before_the_decision() public {
        uint256 jobId = funded(PRICE);
        bytes memory call = abi.encodeCall(escrow.claim, (jobId));
        bytes memory reason = err(IJobEscrow.NothingHeld.selector, jobId);
        refused(address(escrow), client, call, reason);
        submit(jobId);
        refused(address(escrow), vendor, call, reason);
    }

    /// @dev Nothing that the job knows moves anything any more.
    function _isOver(uint256 jobId, IJobEscrow.JobStatus status) private {
        expectStatus(jobId, status);
        vm.assertEq(escrow.getJob(jobId).escrowed, 0, "escrowed");
        uint256 state = vm.snapshotState();
        vm.warp(START + TERM + 1 days);
        bytes[4] memory calls = [
            abi.encodeCall(escrow.submit, (jobId, WORK, "")),
            abi.encodeCall(escrow.complete, (jobId, REASON, "")),
            abi.encodeCall(escrow.reject, (jobId, REASON, "")),
            abi.encodeCall(escrow.claimRefund, (jobId))
        ];
        address[3] memory parties = [client, vendor, judge];
        for (uint256 i = 0; i < 12; ++i) {
            refused(address(escrow), parties[i % 3], calls[i / 3], wrongStatus(jobId, status));
        }
        refused(
            address(escrow), client, abi.encodeCall(escrow.claim, (jobId)), err(IJobEscrow.NothingHeld.selector, jobId)
        );
        vm.assertTrue(vm.revertToState(state), "as before");
    }
}
