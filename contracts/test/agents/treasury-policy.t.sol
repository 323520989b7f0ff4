// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {AgentTest} from "./support/AgentTest.sol";

contract TreasuryPolicyTest is AgentTest {
    function test_only_the_owner_rules() public {
        bytes[8] memory calls = [
            abi.encodeCall(IAgentTreasury.setPolicy, (standard(), rates())),
            abi.encodeCall(IAgentTreasury.setAgent, (stranger)),
            abi.encodeCall(IAgentTreasury.setVendor, (stranger, true)),
            abi.encodeCall(IAgentTreasury.setVendors, (new address[](1), true)),
            abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), stranger, 1)),
            abi.encodeCall(IAgentTreasury.resetSpend, ()),
            abi.encodeCall(IAgentTreasury.completeJob, (1, REASON)),
            abi.encodeCall(IAgentTreasury.rejectJob, (1, REASON))
        ];
        address[4] memory others = [stranger, agent, payoutA, operator];
        for (uint256 i = 0; i < 32; ++i) {
            address sender = others[i % 4];
            refused(address(purse), sender, calls[i / 4], err(IAgentTreasury.NotOwner.selector, sender));
        }
    }

    function test_keeps_what_the_owner_sets() public {
        IAgentTreasury.Policy memory changed = standard();
        (changed.evaluator, changed.monthlyCapCents) = (judge, type(uint64).max);
        IAgentTreasury.TokenPolicy[] memory tokens = new IAgentTreasury.TokenPolicy[](1);
        tokens[0] = IAgentTreasury.TokenPolicy(address(eurc), 7_900, 5);
        vm.expectEmit(address(purse));
        emit IAgentTreasury.PolicySet(address(registry), merchantA, changed);
        vm.expectEmit(address(purse));
        emit IAgentTreasury.TokenPolicySet(address(registry), merchantA, address(eurc), 7_900, 5);
        vm.prank(owner);
        purse.setPolicy(changed, tokens);
        vm.assertEq(abi.encode(purse.policy()), abi.encode(changed), "policy");
        (uint64 rate, uint128 reserve) = purse.tokenPolicy(address(eurc));
        vm.assertTrue(rate == 7_900 && reserve == 5, "EURC");
        (rate, reserve) = purse.tokenPolicy(address(usdc));
        vm.assertTrue(rate == CENT && reserve == 0, "USDC as before");
    }

    function test_lists_vendors() public {
        address[] memory vendors = new address[](2);
        (vendors[0], vendors[1]) = (stranger, judge);
        vm.expectEmit(address(purse));
        emit IAgentTreasury.VendorSet(address(registry), merchantA, stranger, true);
        vm.prank(owner);
        purse.setVendors(vendors, true);
        vm.assertTrue(purse.isVendor(stranger) && purse.isVendor(judge), "listed");
        setVendor(stranger, false);
        vm.assertFalse(purse.isVendor(stranger), "not listed");
    }

    function test_refuses_an_agent_that_decides_and_a_token_that_is_none() public {
        IAgentTreasury.Policy memory own = standard();
        own.evaluator = agent;
        bytes memory call = abi.encodeCall(IAgentTreasury.setPolicy, (own, rates()));
        refused(address(purse), owner, call, err(IAgentTreasury.InvalidPolicy.selector));
        own.evaluator = judge;
        setPolicy(own);
        call = abi.encodeCall(IAgentTreasury.setAgent, (judge));
        refused(address(purse), owner, call, err(IAgentTreasury.InvalidPolicy.selector));
        call = abi.encodeCall(IAgentTreasury.setPolicy, (standard(), new IAgentTreasury.TokenPolicy[](1)));
        refused(address(purse), owner, call, err(IAgentTreasury.UnpricedToken.selector, address(0)));
    }

    function test_one_transaction_ends_the_agent() public {
        IAgentTreasury.JobOrder memory o = order_(100);
        vm.prank(owner);
        purse.setAgent(address(0));
        bytes memory call = abi.encodeCall(IAgentTreasury.proposeJob, (ID, o));
        refused(address(purse), agent, call, err(IAgentTreasury.NotAgent.selector, agent));
        call = abi.encodeCall(IAgentTreasury.cancelProposal, (ID));
        refused(address(purse), agent, call, err(IAgentTreasury.NotAgent.selector, agent));
        vm.assertEq(purse.policy().monthlyCapCents, MONTH_CAP, "the rest stays");
    }

    function test_gives_the_owner_what_is_there_in_every_status() public {
        vm.prank(operator);
        registry.suspend(merchantA, 0);
        vm.expectEmit(address(purse));
        emit IAgentTreasury.Withdrawn(address(registry), merchantA, address(usdc), stranger, 1);
        vm.prank(owner);
        purse.withdraw(address(usdc), stranger, 1);
        vm.prank(operator);
        registry.close(merchantA);
        vm.prank(owner);
        purse.withdraw(address(usdc), stranger, DEPOSIT - 1);
        vm.assertEq(usdc.balanceOf(stranger), DEPOSIT, "all of it");
        address[2] memory wrong = [address(0), address(purse)];
        for (uint256 i = 0; i < 2; ++i) {
            bytes memory call = abi.encodeCall(IAgentTreasury.withdraw, (address(eurc), wrong[i], 1));
            refused(address(purse), owner, call, err(IAgentTreasury.InvalidRecipient.selector, wrong[i]));
        }
    }

    function test_lets_the_owner_decide_its_jobs() public {
        uint256 paid = propose(ID, order_(100));
        uint256 unpaid = propose(keccak256("2"), order_(100));
        vm.prank(vendor);
        escrow.submit(paid, WORK, "");
        bytes memory call = abi.encodeCall(escrow.complete, (paid, REASON, ""));
        refused(address(escrow), agent, call, unauthorized(paid, agent));
        refused(address(escrow), owner, call, unauthorized(paid, owner));
        vm.prank(owner);
        purse.completeJob(paid, REASON);
        vm.assertEq(usdc.balanceOf(vendor), 99 * CENT, "vendor");
        vm.prank(owner);
        purse.rejectJob(unpaid, REASON);
        vm.assertEq(usdc.balanceOf(address(purse)), DEPOSIT - 100 * CENT, "back here");
        expectStatus(paid, IJobEscrow.JobStatus.Completed);
        expectStatus(unpaid, IJobEscrow.JobStatus.Rejected);
    }
}
