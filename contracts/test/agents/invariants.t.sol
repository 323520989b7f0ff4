// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {LocalFiatToken} from "../../src/local/LocalFiatToken.sol";
import {Test} from "../support/Test.sol";
import {JobHandler} from "./support/JobHandler.sol";
import {JobLedger} from "./support/JobLedger.sol";

contract JobInvariants is Test {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    JobHandler private handler;

    function setUp() external {
        handler = new JobHandler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev Everything of the handler but its own `setUp`; jobs and proposals most often.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[24] memory all = [
            JobHandler.createOne.selector,
            JobHandler.createOne.selector,
            JobHandler.changePrice.selector,
            JobHandler.fundOne.selector,
            JobHandler.submitOne.selector,
            JobHandler.submitOne.selector,
            JobHandler.completeOne.selector,
            JobHandler.completeOne.selector,
            JobHandler.rejectOne.selector,
            JobHandler.claimRefund.selector,
            JobHandler.claim.selector,
            JobHandler.proposeOne.selector,
            JobHandler.proposeOne.selector,
            JobHandler.proposeOne.selector,
            JobHandler.steal.selector,
            JobHandler.approveOne.selector,
            JobHandler.changePolicy.selector,
            JobHandler.changeVendor.selector,
            JobHandler.withdrawSome.selector,
            JobHandler.deposit.selector,
            JobHandler.sweep.selector,
            JobHandler.changeHostile.selector,
            JobHandler.unblockAll.selector,
            JobHandler.wait_.selector
        ];
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector({addr: address(handler), selectors: new bytes4[](all.length + 1)});
        for (uint256 i = 0; i < all.length; ++i) {
            targets[0].selectors[i] = all[i];
        }
        targets[0].selectors[all.length] = JobHandler.blockAccount.selector;
    }

    /// @dev What the escrow has is what it owes to jobs and registries, and every account has what the events say.
    function invariant_the_escrow_has_what_it_owes_and_accounts_what_the_events_say() public view {
        _expectJobsAsTheEventsSay();
        for (uint256 t = 0; t < 2; ++t) {
            LocalFiatToken token = handler.tokenAt(t);
            uint256 total;
            for (uint256 i = 0; i < handler.accountCount(); ++i) {
                address account = handler.accounts(i);
                vm.assertEq(token.balanceOf(account), handler.booked(account, token), "balance");
                total += token.balanceOf(account);
            }
            vm.assertEq(total, token.totalSupply(), "supply");
            vm.assertEq(handler.owed(token), _escrowed(token), "owed");
            for (uint256 i = 0; i < 10; ++i) {
                vm.assertEq(token.balanceOf(handler.thief(i)), 0, "thief");
            }
        }
        for (uint256 i = 0; i < 3; ++i) {
            (uint256 said, uint256 sum) = handler.spentOf(i);
            vm.assertEq(said, sum, "month");
        }
    }

    /// @dev The last jobs say of themselves what the events say; an open one holds nothing and was never paid.
    function _expectJobsAsTheEventsSay() private view {
        uint256 count = handler.jobCount();
        for (uint256 i = count < 16 ? 0 : count - 16; i < count; ++i) {
            (JobLedger.Seen memory seen, IJobEscrow.Job memory job) = handler.jobAt(i);
            vm.assertEq(job.escrowed, seen.held, "held");
            vm.assertEq(uint256(job.status), uint256(seen.status), "status");
            vm.assertEq(job.budget, seen.budget, "price");
            vm.assertLe(seen.payments, 1, "payments");
            if (job.status == IJobEscrow.JobStatus.Open) vm.assertEq(job.escrowed + seen.payments, 0, "open");
        }
    }

    /// @dev Without this the invariants could hold because nothing ever happens.
    function test_the_handler_does_what_jobs_can() public {
        for (uint256 i = 0; i < 150; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.createOne(seed);
            handler.submitOne(seed >> 2);
            handler.completeOne(seed >> 3);
            handler.proposeOne(seed >> 4);
            handler.submitOne(seed >> 5);
            handler.completeOne(seed >> 6);
            handler.rejectOne(seed >> 7);
            handler.claimRefund(seed >> 8);
            handler.claim(seed >> 9);
            handler.steal(seed >> 10);
            handler.approveOne(seed >> 11);
            handler.withdrawSome(seed >> 12);
            handler.sweep(seed >> 13);
            handler.wait_(seed >> 14);
            if (i % 9 == 1) handler.blockAccount(seed >> 15);
            if (i % 9 == 4) handler.unblockAll(seed >> 16);
            if (i % 20 == 5) handler.changePolicy(seed >> 17);
            handler.deposit(seed >> 18);
        }
        vm.assertGt(handler.openedCount(), 20, "jobs of agents");
        vm.assertGt(handler.approvedCount(), 5, "jobs of owners");
        vm.assertGt(handler.paidCount(), 10, "pay");
        vm.assertGt(handler.refundedCount(), 10, "refunds");
        vm.assertGt(handler.heldBackCount(), 0, "held back");
        vm.assertGt(handler.withdrawnCount(), 20, "withdrawals");
        vm.assertGt(handler.refusedCount(), 100, "refusals");
        invariant_the_escrow_has_what_it_owes_and_accounts_what_the_events_say();
    }

    function _escrowed(LocalFiatToken token) private view returns (uint256) {
        return token.balanceOf(handler.accounts(handler.accountCount() - 1));
    }
}
