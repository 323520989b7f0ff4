// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../src/core/interfaces/IRegistryAnswers.sol";
import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {AgentTest} from "./support/AgentTest.sol";

contract TreasuryIdentityTest is AgentTest {
    function test_says_whose_it_is() public view {
        vm.assertEq(purse.registry(), address(registry), "registry");
        vm.assertEq(purse.merchantId(), merchantA, "merchant");
        vm.assertEq(purse.owner(), owner, "owner");
        vm.assertEq(address(purse.escrow()), address(escrow), "escrow");
    }

    function test_deploys_each_merchants_once_where_it_was_foretold_on_every_chain() public {
        address foretold = implementation.treasuryOf(address(registry), merchantB);
        vm.assertEq(foretold.code.length, 0, "not there");
        uint256 state = vm.snapshotState();
        vm.expectEmit(address(implementation));
        emit IAgentTreasury.TreasuryDeployed(address(registry), merchantB, foretold);
        vm.prank(stranger);
        vm.assertEq(implementation.deploy(address(registry), merchantB), foretold, "deployed");
        vm.assertEq(IAgentTreasury(foretold).merchantId(), merchantB, "merchant");
        vm.assertEq(implementation.deploy(address(registry), merchantB), foretold, "again");
        vm.assertTrue(vm.revertToState(state), "as before");
        vm.chainId(block.chainid + 1);
        vm.assertEq(implementation.deploy(address(registry), merchantB), foretold, "another chain");
        vm.assertTrue(implementation.treasuryOf(stranger, merchantB) != foretold, "another registry");
        vm.assertTrue(implementation.treasuryOf(address(registry), merchantA) != foretold, "another merchant");
    }

    function test_the_implementation_belongs_to_no_merchant() public {
        IAgentTreasury.JobOrder memory o = order_(1);
        bytes[6] memory calls = [
            abi.encodeCall(IAgentTreasury.setPolicy, (standard(), rates())),
            abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), stranger, 0)),
            abi.encodeCall(IAgentTreasury.proposeJob, (ID, o)),
            abi.encodeCall(IAgentTreasury.approveJob, (ID, o)),
            abi.encodeCall(IAgentTreasury.owner, ()),
            abi.encodeCall(IAgentTreasury.completeJob, (1, REASON))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            refused(address(implementation), owner, calls[i], err(IAgentTreasury.NotATreasury.selector));
        }
        bytes memory deploy_ = abi.encodeCall(IAgentTreasury.deploy, (address(registry), merchantB));
        refused(address(purse), owner, deploy_, err(IAgentTreasury.NotATreasury.selector));
        bytes memory place = abi.encodeCall(IAgentTreasury.treasuryOf, (address(registry), merchantB));
        refused(address(purse), owner, place, err(IAgentTreasury.NotATreasury.selector));
    }

    function test_refuses_an_escrow_without_code() public {
        vm.expectRevert(IAgentTreasury.InvalidConfiguration.selector);
        deploy("agent-treasury", abi.encode(stranger));
    }

    function test_obeys_no_account_without_an_answer_of_the_registry() public {
        IAgentTreasury lost = IAgentTreasury(implementation.deploy(stranger, 1));
        bytes memory call = abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), stranger, 0));
        refused(address(lost), stranger, call, err(IRegistryAnswers.BadRegistryAnswer.selector, stranger));
    }

    function test_follows_the_ownership() public {
        vm.prank(owner);
        registry.transferOwnership(merchantA, stranger);
        bytes memory call = abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), stranger, 1));
        refused(address(purse), stranger, call, err(IAgentTreasury.NotOwner.selector, stranger));
        vm.prank(stranger);
        registry.acceptOwnership(merchantA);
        refused(address(purse), owner, call, err(IAgentTreasury.NotOwner.selector, owner));
        vm.prank(stranger);
        purse.withdraw(address(usdc), stranger, 1);
        vm.assertEq(usdc.balanceOf(stranger), 1, "withdrawn");
    }
}
